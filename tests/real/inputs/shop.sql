-- Statements for the SQLite shell: tables, indexes, joins, windows, triggers, FTS, JSON, errors.
CREATE TABLE product(id INTEGER PRIMARY KEY, name TEXT UNIQUE, price REAL, stock INT CHECK (stock >= 0));
CREATE TABLE sale(id INTEGER PRIMARY KEY, product INT REFERENCES product, count INT, day TEXT);
CREATE INDEX sale_by_day ON sale(day, product);
CREATE TABLE audit(what TEXT, n INT);
CREATE TRIGGER sold AFTER INSERT ON sale BEGIN
  UPDATE product SET stock = stock - new.count WHERE id = new.product;
  INSERT INTO audit VALUES ('sale of ' || new.product, new.count);
END;
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
INSERT INTO product SELECT i, 'product ' || i, round(i * 1.37 + 0.5, 2), 1000 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
INSERT INTO sale SELECT i, 1 + i * 7 % 200, 1 + i % 5, date('2024-01-01', '+' || i % 60 || ' days') FROM n;
COMMIT;
SELECT count(*), sum(stock), min(price), max(price) FROM product;
SELECT p.name, sum(s.count * p.price) AS total FROM sale s JOIN product p ON p.id = s.product
 GROUP BY p.id ORDER BY total DESC, p.name LIMIT 5;
SELECT day, n, sum(n) OVER (ORDER BY day ROWS 3 PRECEDING) FROM
 (SELECT day, sum(count) AS n FROM sale GROUP BY day) ORDER BY day LIMIT 7;
EXPLAIN QUERY PLAN SELECT * FROM sale WHERE day = '2024-01-15' AND product > 5;
UPDATE product SET price = price * 1.1 WHERE name LIKE '%7';
DELETE FROM sale WHERE day BETWEEN '2024-01-10' AND '2024-01-20';
SELECT count(*), (SELECT count(*) FROM audit) FROM sale;
INSERT INTO product VALUES (1, 'again', 1, 1);
INSERT INTO sale VALUES (9999, 1, 100000, 'never');
SELECT * FROM missing;
SAVEPOINT a; DELETE FROM product; SELECT count(*) FROM product; ROLLBACK TO a; SELECT count(*) FROM product; RELEASE a;
CREATE VIRTUAL TABLE notes USING fts5(title, body);
INSERT INTO notes VALUES ('cut', 'a cut through a running program'), ('replay', 'replays one side of the cut alone');
SELECT title, snippet(notes, 1, '[', ']', '...', 5) FROM notes WHERE notes MATCH 'cut' ORDER BY rank;
CREATE VIRTUAL TABLE boxes USING rtree(id, x0, x1, y0, y1);
INSERT INTO boxes SELECT id, id, id + 2.5, -id, id * 0.5 FROM product WHERE id <= 50;
SELECT count(*) FROM boxes WHERE x0 > 10 AND y1 < 20;
SELECT json_extract('{"a": [1, {"b": "text"}]}', '$.a[1].b'), json_group_array(id) FROM product WHERE id < 4;
SELECT printf('%08.3f|%x|%Q', 3.14159, 255, 'it''s'), hex(zeroblob(4)), substr('substring', 4, 3), sqrt(2);
VACUUM;
PRAGMA integrity_check;
.tables
.schema sale

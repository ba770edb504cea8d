# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figures with their bars, as a table and as JSON."""
import dataclasses
import math
import os
import platform
import time

from measure import VARIANTS, Measurement

OFF_BAR = 1.02
MEAN_BAR = 2.0
CROSSING_BAR_NS = 60.0
RSS_FACTOR = 2.2
RSS_EXTRA_KIB = 64 << 10


@dataclasses.dataclass
class Figure:
    name: str
    value: float | None  # None: failed
    bar: float | None  # None: for information
    unit: str  # "x" or "ns" or "MiB"
    failure: str = ""

    @property
    def is_met(self) -> bool | None:
        if self.value is None:
            return False
        return None if self.bar is None else self.value <= self.bar


def ratio_figure(measurement: Measurement, variant: str, bar: float | None, clock: str) -> Figure:
    name = f"{measurement.subject.name}: {'recording off' if variant == 'off' else variant}"
    time_s, plain_s = (measurement.median(each, clock) for each in (variant, "plain"))
    failure = measurement.failures.get(variant) or measurement.failures.get("plain", "")
    value = time_s / plain_s if time_s is not None and plain_s else None
    return Figure(name, value, bar, "x", failure)


def crossing_figure(measurement: Measurement, clock: str) -> Figure:
    crossings = measurement.subject.crossings(measurement.arguments)
    recorded, plain = (measurement.median(each, clock) for each in ("record", "plain"))
    value = (recorded - plain) / crossings * 1e9 if recorded is not None and plain is not None else None
    return Figure(f"{measurement.subject.name}: one call and its return, recorded", value,
                  CROSSING_BAR_NS, "ns", measurement.failures.get("record", ""))


def rss_figure(measurement: Measurement) -> Figure:
    plain, recorded = measurement.rss_kib("plain"), measurement.rss_kib("record")
    is_known = plain is not None and recorded is not None
    bar = (plain or 0) * RSS_FACTOR + RSS_EXTRA_KIB
    return Figure(f"{measurement.subject.name}: peak RSS while recording",
                  recorded / 1024 if is_known else None, bar / 1024, "MiB",
                  measurement.failures.get("record", ""))


def figures_of(measurement: Measurement, clock: str) -> list[Figure]:
    subject = measurement.subject
    if subject.crossings:
        return [crossing_figure(measurement, clock), rss_figure(measurement)]
    figures = [ratio_figure(measurement, "off", OFF_BAR, clock),
               ratio_figure(measurement, "record", subject.record_bar, clock),
               ratio_figure(measurement, "replay", subject.replay_bar, clock)]
    if subject.crossing_bytes:
        is_recorded = "record" not in measurement.failures
        crossing = subject.crossing_bytes(measurement.arguments)
        value = measurement.raw_bytes / crossing if is_recorded else None
        figures.append(Figure(f"{subject.name}: raw log of the {crossing >> 20} MiB that cross", value,
                              subject.log_bar, "x", measurement.failures.get("record", "")))
    return figures + [rss_figure(measurement)]


def mean_figure(measurements: list[Measurement], clock: str, member: str) -> Figure | None:
    counted = [m for m in measurements if getattr(m.subject, member)]
    if not counted:
        return None
    name = f"geometric mean of record: {', '.join(m.subject.name for m in counted)}"
    ratios = [ratio_figure(m, "record", None, clock).value for m in counted]
    if any(ratio is None for ratio in ratios):
        return Figure(name, None, MEAN_BAR, "x", "one of them failed")
    return Figure(name, math.exp(sum(map(math.log, ratios)) / len(ratios)), MEAN_BAR, "x")


def all_figures(measurements: list[Measurement], clock: str) -> list[Figure]:
    figures = [figure for m in measurements for figure in figures_of(m, clock)]
    means = [mean_figure(measurements, clock, member) for member in ("in_mean", "in_whole_mean")]
    return figures + [mean for mean in means if mean]


def with_unit(value: float | None, unit: str) -> str:
    if value is None:
        return "failed"
    return {"x": f"{value:.3f}x", "ns": f"{value:.1f} ns", "MiB": f"{value:.1f} MiB"}[unit]


def print_rows(rows: list[list[str]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = [cell.ljust(width) if i == 0 else cell.rjust(width)
                 for i, (cell, width) in enumerate(zip(row, widths))]
        print("| " + " | ".join(cells) + " |")
        if number == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")


def print_subjects(measurements: list[Measurement], clock: str) -> None:
    rows = [["subject", "plain", "off", "record", "replay", "raw log", "packed", "RSS plain", "RSS record"]]
    for m in measurements:
        times = [m.median(variant, clock) for variant in VARIANTS]
        cells = ["failed" if value is None else f"{value:.3f} s" for value in times]
        sizes = [f"{size / (1 << 20):.2f} MiB" for size in (m.raw_bytes, m.packed_bytes)]
        memory = [m.rss_kib(variant) for variant in ("plain", "record")]
        rows.append([m.subject.name, *cells, *sizes,
                     *("failed" if kib is None else f"{kib / 1024:.1f} MiB" for kib in memory)])
    print_rows(rows)


def print_noise(measurements: list[Measurement], clock: str) -> None:
    noisy = [(m.subject.name, m.spread("plain", clock)) for m in measurements if not m.subject.crossings]
    noisy = [f"{name} {spread:.0%}" for name, spread in noisy if OFF_BAR - 1 < spread < math.inf]
    if noisy:
        print(f"\nnoise: plain runs spread over more than the {OFF_BAR - 1:.0%} that `recording off` "
              f"allows, so its yes or no proves nothing here: {', '.join(noisy)}")


def print_report(measurements: list[Measurement], clock: str) -> None:
    print_subjects(measurements, clock)
    print()
    rows = [["figure", "reached", "bar", "met"]]
    figures = all_figures(measurements, clock)
    for figure in figures:
        bar = "" if figure.bar is None else f"<= {with_unit(figure.bar, figure.unit)}"
        met = {True: "yes", False: "NO", None: ""}[figure.is_met]
        rows.append([figure.name, with_unit(figure.value, figure.unit), bar, met])
    print_rows(rows)
    print_noise(measurements, clock)
    for m in measurements:
        for variant, failure in m.failures.items():
            print(f"\nfailed: {m.subject.name}: {variant}: {failure}")


def describe_cpu() -> str:
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return models[0] if models else platform.machine()


def to_json(measurements: list[Measurement], clock: str, runs: int, is_quick: bool) -> dict:
    return {
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "machine": {"cpu": describe_cpu(), "cores": os.cpu_count(), "kernel": platform.release(),
                    "load": os.getloadavg()},
        "clock": clock, "runs": runs, "quick": is_quick,
        "subjects": [{
            "name": m.subject.name, "what": m.subject.what, "arguments": m.arguments,
            "samples": {variant: [dataclasses.asdict(sample) for sample in samples]
                        for variant, samples in m.samples.items()},
            "raw_bytes": m.raw_bytes, "packed_bytes": m.packed_bytes, "failures": m.failures,
        } for m in measurements],
        "figures": [dataclasses.asdict(figure) | {"met": figure.is_met}
                    for figure in all_figures(measurements, clock)],
    }

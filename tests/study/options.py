# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the studies of this folder are told by their command lines."""
import argparse
import os
import pathlib


def make_parser(text, projects, jobs, minutes):
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stage", type=pathlib.Path, required=True, help="install tree")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for builds and results")
    parser.add_argument("--project", action="append", choices=sorted(projects), help="only this one; may be repeated")
    parser.add_argument("--jobs", type=int, default=2, help=jobs)
    parser.add_argument("--minutes", type=float, default=100_000, help=f"start no further {minutes} after this time")
    parser.add_argument("--table", action="store_true", help="print the table of the results that are there")
    return parser


def parse(parser):
    options = parser.parse_args()
    options.stage, options.work = options.stage.resolve(), options.work.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    os.environ["CUTAWAY_STORE"] = str(options.work / "store")
    return options

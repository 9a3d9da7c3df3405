"""Asks a Prometheus each query of the dashboards, and each alert's series, until all have answered.

    python3 queries.py URL FOLDER

Prints a line for each; exit code 1 names those that have no series after 90 s. An alert's expression is true in trouble
only: so the series that it compares are asked for.
"""

import glob
import json
import re
import sys
import time
import urllib.parse
import urllib.request

BOUND_SECONDS = 90
# Seen in trouble alone: a counter with this label appears with its first event.
PARTS = re.compile(r" or | unless | and on \(\) | and ")
VARIABLE = re.compile(r"\$(queue|entity)\b")  # all of them, as when nobody has chosen
COMPARISON = re.compile(r"\s*(==|>=|<=|>|<|!=)\s*\d+(\.\d+)?\s*\)?\s*$")


def of_dashboards(folder):
    for file in sorted(glob.glob(folder + "/grafana/dashboards/*.json")):
        with open(file, encoding="utf-8") as dashboard:
            for panel in json.load(dashboard)["panels"]:
                for target in panel["targets"]:
                    yield panel["title"], VARIABLE.sub(".*", target["expr"])


def of_alerts(folder):
    with open(folder + "/alerts.yml", encoding="utf-8") as alerts:
        name = None
        for line in alerts:
            if match := re.match(r"\s*- alert: (\w+)", line):
                name = match[1]
            if match := re.match(r"\s*expr: (.+)", line):
                for part in PARTS.split(match[1]):
                    absent = re.match(r"absent\((.*)\)$", part)
                    yield name, balanced(COMPARISON.sub("", absent[1] if absent else now(part)))


def now(part):
    """Without an offset: what was an hour ago is not there in a run of two minutes."""
    return re.sub(r" offset \w+", "", part)


def balanced(part):
    """Without the brackets whose other one stands in another part."""
    surplus = part.count("(") - part.count(")")
    return part[surplus:] if surplus > 0 else part[: len(part) + min(surplus, 0)]


def series(url, query):
    asked = url + "/api/v1/query?" + urllib.parse.urlencode({"query": query})
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return len(json.load(answer)["data"]["result"])


def main(url, folder):
    open_queries = list(of_dashboards(folder)) + list(of_alerts(folder))
    total = len(open_queries)
    if total < 40:
        sys.exit(f"queries: only {total} queries were found")
    ends = time.monotonic() + BOUND_SECONDS
    while open_queries and time.monotonic() < ends:
        unanswered = []
        for title, query in open_queries:
            try:
                count = series(url, query)
            except OSError:
                count = 0
            if count:
                print(f"{count:3} series  {title}: {query}")
            else:
                unanswered.append((title, query))
        open_queries = unanswered
        time.sleep(2)
    for title, query in open_queries:
        print(f"NO SERIES   {title}: {query}", file=sys.stderr)
    print(f"{total - len(open_queries)} of {total} queries answered")
    sys.exit(1 if open_queries else 0)


main(sys.argv[1], sys.argv[2])

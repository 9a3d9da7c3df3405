// Times in this browser's zone, charts of the last fifteen minutes, and a word when the console is gone.
(function () {
  "use strict";

  var LENGTH_SECONDS = 900;
  var SILENT_MS = 6000;

  function localTimes(root) {
    root.querySelectorAll("time:not(.age):not([data-local])").forEach(function (element) {
      var at = new Date(element.getAttribute("datetime"));
      if (!isNaN(at)) {
        var today = at.toDateString() === new Date().toDateString();
        element.textContent = today ? at.toLocaleTimeString() : at.toLocaleString();
        element.setAttribute("data-local", "");
      }
    });
  }

  function css(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  var seen = { at: [], regions: {} };
  var charts = [];

  function take(points) {
    var before = seen.at.length;
    Object.keys(points.regions).forEach(function (region) {
      var columns = points.regions[region];
      var known = seen.regions[region] || (seen.regions[region] = {});
      Object.keys(columns).forEach(function (name) {
        var column = known[name] || (known[name] = new Array(before).fill(null));
        Array.prototype.push.apply(column, columns[name]);
      });
    });
    Array.prototype.push.apply(seen.at, points.at);
    var first = seen.at.length ? seen.at[seen.at.length - 1] - LENGTH_SECONDS : 0;
    var old = 0;
    while (old < seen.at.length && seen.at[old] < first) {
      old++;
    }
    if (old) {
      seen.at.splice(0, old);
      each(function (column) { column.splice(0, old); });
    }
  }

  function each(act) {
    Object.keys(seen.regions).forEach(function (region) {
      Object.keys(seen.regions[region]).forEach(function (name) { act(seen.regions[region][name]); });
    });
  }

  function columns(name) {
    return [seen.at].concat(
      Object.keys(seen.regions).sort().map(function (region) { return seen.regions[region][name] || []; }));
  }

  function axis(extra) {
    return Object.assign({
      stroke: css("--quiet"), font: "11px system-ui, sans-serif",
      grid: { stroke: css("--line"), width: 1 }, ticks: { stroke: css("--line"), width: 1 }
    }, extra);
  }

  function clock(self, seconds) {
    return seconds.map(function (at) {
      return new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
    });
  }

  function draw() {
    if (typeof uPlot === "undefined") {
      return;
    }
    charts.forEach(function (chart) { chart.destroy(); });
    charts = [];
    document.querySelectorAll(".chart").forEach(function (place) {
      var unit = place.dataset.unit;
      var series = [{ label: "at", value: function (self, at) { return at === null || at === undefined ? "–" : clock(self, [at])[0]; } }].concat(Object.keys(seen.regions).sort().map(function (region, index) {
        return {
          label: region, stroke: css("--s" + (1 + index % 4)), width: 2, spanGaps: false,
          dash: index ? [6, 3] : undefined, points: { show: false },
          value: function (self, value) { return value === null || value === undefined ? "–" : value + unit; }
        };
      }));
      var chart = new uPlot({
        width: place.clientWidth || 300, height: 170, series: series,
        scales: { y: { range: function (self, low, high) { return [0, Math.max(1, high * 1.1)]; } } },
        axes: [axis({ space: 80, values: clock }), axis({ size: 46 })], cursor: { y: false }
      }, columns(place.dataset.column), place);
      chart.root.setAttribute("role", "img");
      chart.root.setAttribute("aria-label", place.previousElementSibling.textContent);
      chart.column = place.dataset.column;
      charts.push(chart);
    });
  }

  function redraw() {
    charts.forEach(function (chart) { chart.setData(columns(chart.column)); });
  }

  var heard = Date.now();

  document.addEventListener("htmx:sseBeforeMessage", function () { heard = Date.now(); });

  var known = new WeakSet();

  function listen(event) {
    var source = event.detail.source;
    if (known.has(source)) {
      return;
    }
    known.add(source);
    source.addEventListener("points", function (message) {
      seen = { at: [], regions: {} };
      take(JSON.parse(message.data));
      draw();
    });
    source.addEventListener("point", function (message) {
      heard = Date.now();
      var regions = Object.keys(seen.regions).length;
      take(JSON.parse(message.data));
      if (Object.keys(seen.regions).length !== regions) {
        draw();
      } else {
        redraw();
      }
    });
  }

  document.addEventListener("htmx:sseOpen", listen);
  document.addEventListener("htmx:sseClose", function () { heard = 0; });
  document.addEventListener("htmx:afterSwap", function (event) { localTimes(event.detail.target || document); });
  document.addEventListener("htmx:afterSettle", function () { localTimes(document); });

  setInterval(function () {
    var lost = document.getElementById("lost");
    var silent = Date.now() - heard > SILENT_MS;
    if (lost && lost.hidden === silent) {
      lost.hidden = !silent;
    }
  }, 1000);

  document.addEventListener("keydown", function (event) {
    var typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      document.getElementById("find").focus();
    }
  });

  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  window.addEventListener("resize", function () {
    charts.forEach(function (chart) {
      chart.setSize({ width: chart.root.parentElement.clientWidth, height: 170 });
    });
  });

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", function () { localTimes(document); });
  } else {
    localTimes(document);
  }
})();

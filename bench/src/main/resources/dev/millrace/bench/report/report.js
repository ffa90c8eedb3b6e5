'use strict';
(function () {
  const report = JSON.parse(document.getElementById('data').textContent);
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const encode = echarts.format.encodeHTML;
  const charts = [];
  const FONT = 'system-ui, sans-serif';
  const ruler = document.createElement('canvas').getContext('2d');

  // One hue a family; members of a family differ in lightness and in the dash of their curves.
  const HUES = [
    ['millrace', ['#00796b', '#4aa59a', '#8fcac3'], ['#3fc9b5', '#2b8f82', '#23665e']],
    ['gflog', ['#2f6fb4'], ['#6aa9e9']],
    ['log4j2', ['#7d4fa8', '#a17fc4', '#b99bd6', '#5b3781'], ['#b58ae0', '#8f69b8', '#d3b5ee', '#785a99']],
    ['logback', ['#c96f1e', '#e09a55', '#a4530b', '#edbb8b', '#8a4a10'], ['#eb9a50', '#bd7430', '#f6bd86', '#94602f', '#ffd2a8']],
    ['tinylog', ['#8a7a2b'], ['#cbb95c']],
    ['jul', ['#a0496b'], ['#dd86a7']],
    ['chronicle', ['#4d6470'], ['#8aa5b3']],
    ['write', ['#767d82'], ['#868f95']],
    ['none', ['#9aa1a5'], ['#70797e']],
  ];
  const order = {};
  report.sections.forEach(section => section.rows.forEach(row => {
    const key = section.scenario + '\n' + row.title;
    if (!(key in order)) {
      const family = familyOf(row.backend);
      order[key] = Object.keys(order).filter(k => k.startsWith(section.scenario + '\n')
        && order[k].family === family).length;
      order[key] = { family: family, index: order[key] };
    }
  }));

  function familyOf(backend) {
    const found = HUES.find(hue => backend.startsWith(hue[0]));
    return found ? found[0] : 'none';
  }

  function colour(section, row) {
    const place = order[section.scenario + '\n' + row.title];
    const shades = HUES.find(hue => hue[0] === place.family)[dark.matches ? 2 : 1];
    return shades[place.index % shades.length];
  }

  function token(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  function add(parent, tag, className, text) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    parent.appendChild(element);
    return element;
  }

  function show(column, value) {
    if (value === null || value === undefined || !isFinite(value)) return '–';
    return (value * column.factor).toLocaleString('en-US',
      { minimumFractionDigits: column.digits, maximumFractionDigits: column.digits });
  }

  function withUnit(column, value) {
    return show(column, value) + (column.unit ? (column.unit === '%' ? ' %' : ' ' + unit(column.unit)) : '');
  }

  function unit(text) {
    return text === 'us' ? 'µs' : text;
  }

  function groupsOf(section) {
    const groups = [...new Set(section.rows.map(row => row.group))];
    return groups.every(group => /^\d/.test(group))
      ? groups.sort((a, b) => parseFloat(a) - parseFloat(b)) : groups;
  }

  const content = document.getElementById('content');
  const machine = report.machine;
  document.getElementById('subtitle').textContent = 'Measured ' + report.created.replace('T', ' ')
    + ' in ' + (report.seconds >= 120 ? Math.round(report.seconds / 60) + ' minutes' : report.seconds + ' seconds');
  document.getElementById('command').textContent = './millrace bench ' + report.command;
  const facts = document.getElementById('facts');
  [['Millrace', machine.millrace], ['processor', machine.processors + ' × ' + machine.processor], ['memory', machine.memory],
    ['system', machine.system + ', ' + machine.fileSystem], ['JDK', machine.jdk],
    ['the other JDK', machine.otherJdk], ['heap', machine.heap], ['unwritten output', machine.dirtyLimits],
    ['load at the start', machine.load], ['steal', machine.stealPercent.toFixed(1) + ' %']].filter(fact => fact[1]).forEach(fact => {
    const box = add(facts, 'div');
    add(box, 'dt', '', fact[0]);
    add(box, 'dd', '', fact[1]);
  });

  if (report.verdicts.length > 0) {
    const met = report.verdicts.filter(verdict => verdict.met).length;
    const heading = add(content, 'h2', '', met + ' of ' + report.verdicts.length + ' targets met');
    heading.id = 'verdicts';
    link('verdicts', 'Targets');
    const grid = add(content, 'div', 'verdicts');
    report.verdicts.forEach(verdict => {
      const card = add(grid, 'div', 'verdict');
      const text = add(card, 'div');
      add(text, 'div', 'what', verdict.what);
      const numbers = add(text, 'div', 'numbers');
      add(numbers, 'b', '', verdict.measured);
      numbers.appendChild(document.createTextNode(' · target ' + verdict.target));
      add(card, 'span', 'pill ' + (verdict.met ? 'met' : 'missed'), verdict.met ? 'met' : 'MISSED');
    });
  }
  report.failures.forEach(failure => add(content, 'p', 'soft', 'Not measured: ' + failure));

  report.sections.forEach((section, index) => {
    const heading = add(content, 'h2', '', section.title);
    heading.id = 'section-' + index;
    link(heading.id, section.title);
    add(content, 'p', '', section.question);
    add(content, 'p', 'soft small', section.settings);
    section.plots.forEach(plot => drawPlot(section, plot));
    drawTable(section);
    if (section.notes.length > 0) {
      const notes = add(content, 'ul', 'notes');
      section.notes.forEach(note => add(notes, 'li', '', note));
    }
  });

  function link(id, text) {
    const anchor = add(document.getElementById('contents'), 'a', '', text);
    anchor.href = '#' + id;
  }

  function drawTable(section) {
    const details = add(content, 'details');
    add(details, 'summary', '', 'All figures');
    groupsOf(section).forEach(group => {
      const rows = section.rows.filter(row => row.group === group);
      const columns = section.columns.filter(column => rows.some(row => row.figures[column.figure]));
      const table = add(add(details, 'div', 'scroll'), 'table');
      const head = add(add(table, 'thead'), 'tr');
      add(head, 'th', '', group || section.title);
      columns.forEach(column => add(head, 'th', '', column.title + (column.unit ? ', ' + unit(column.unit) : '')));
      const body = add(table, 'tbody');
      rows.forEach(row => {
        const line = add(body, 'tr', row.backend === 'millrace' ? 'ours' : '');
        add(line, 'td', '', row.title);
        columns.forEach(column => {
          const figure = row.figures[column.figure];
          const cell = add(line, 'td', '', figure ? show(column, figure.median) : '–');
          if (figure && figure.runs.length > 1 && figure.min !== figure.max) {
            add(cell, 'span', 'range', show(column, figure.min) + ' – ' + show(column, figure.max));
          }
        });
      });
    });
  }

  function drawPlot(section, plot) {
    const groups = groupsOf(section).filter(group => section.rows.some(row => row.group === group
      && (plot.kind === 'CURVE' ? row.curves[plot.figure] : row.figures[plot.figure])));
    if (groups.length === 0 || (plot.kind === 'LINES' && groups.length < 3)) return;
    add(content, 'h3', '', plot.title + (plot.better === 'more' ? ' – more is better'
      : plot.better === 'less' ? ' – less is better' : ''));
    const panels = add(content, 'div', 'panels');
    if (plot.kind === 'LINES') {
      panel(panels, '', true, 340, section.title + ': ' + plot.title, width => linesOf(section, plot, groups, width));
      return;
    }
    groups.forEach(group => {
      const rows = section.rows.filter(row => row.group === group
        && (plot.kind === 'CURVE' ? row.curves[plot.figure] : row.figures[plot.figure]));
      if (plot.kind === 'BARS' && plot.better) {
        const sign = plot.better === 'more' ? -1 : 1;
        rows.sort((a, b) => sign * (a.figures[plot.figure].median - b.figures[plot.figure].median));
      }
      const wide = groups.length === 1;
      const label = group + ': ' + plot.title;
      if (plot.kind === 'BARS') {
        panel(panels, group, wide, rows.length * 30 + 16, label, width => barsOf(section, plot, rows, width));
      } else {
        panel(panels, group, wide, 380, label, width => curvesOf(section, plot, rows, width));
      }
    });
  }

  function panel(parent, label, wide, height, description, option) {
    const box = add(parent, 'div', 'panel' + (wide ? ' wide' : ''));
    if (label) add(box, 'div', 'label', label);
    const place = add(box, 'div', 'plot');
    place.style.height = height + 'px';
    place.setAttribute('role', 'img');
    place.setAttribute('aria-label', description);
    charts.push({ place: place, option: option, chart: echarts.init(place, null, { renderer: 'svg' }) });
  }

  function base() {
    return {
      animation: false,
      textStyle: { fontFamily: FONT, color: token('--ink') },
      tooltip: {
        backgroundColor: token('--card'), borderColor: token('--line'), confine: true,
        textStyle: { color: token('--ink'), fontSize: 13 },
      },
    };
  }

  function barsOf(section, plot, rows, width) {
    const column = section.columns.find(candidate => candidate.figure === plot.figure);
    const narrow = width < 520;
    const labelSize = narrow ? 11.5 : 13;
    ruler.font = labelSize + 'px ' + FONT;
    const longest = Math.max(...rows.map(row => ruler.measureText(row.title).width)) * 1.06 + 12;
    const labelWidth = Math.ceil(Math.min(longest, narrow ? 132 : 270));
    const largest = Math.max(...rows.map(row => row.figures[plot.figure].median));
    return Object.assign(base(), {
      grid: { left: labelWidth, right: narrow ? 82 : 96, top: 4, bottom: 4 },
      xAxis: { type: 'value', show: false, min: 0, max: largest * column.factor >= 0.5 / 10 ** column.digits ? largest : 1 },
      yAxis: {
        type: 'category', inverse: true, data: rows.map(row => row.title),
        axisLine: { show: false }, axisTick: { show: false },
        axisLabel: {
          interval: 0, width: labelWidth - 8, overflow: narrow ? 'break' : 'truncate', fontSize: labelSize,
          lineHeight: narrow ? 12.5 : 16, color: token('--ink'),
        },
      },
      series: [{
        type: 'bar', barMaxWidth: 17, barMinHeight: 2,
        data: rows.map(row => {
          const figure = row.figures[plot.figure];
          const ours = row.backend === 'millrace';
          return {
            value: figure.median,
            itemStyle: { color: colour(section, row), borderRadius: [0, 4, 4, 0] },
            label: {
              show: true, position: 'right', formatter: withUnit(column, figure.median),
              fontWeight: ours ? 'bold' : 'normal', fontSize: 12.5, color: token('--ink'),
            },
          };
        }),
      }],
      tooltip: Object.assign(base().tooltip, {
        trigger: 'item',
        formatter: item => {
          const row = rows[item.dataIndex];
          return '<b>' + encode(row.title) + '</b><br>' + section.columns.filter(one => row.figures[one.figure])
            .map(one => encode(one.title) + ': ' + encode(withUnit(one, row.figures[one.figure].median))
              + (row.figures[one.figure].runs.length > 1 ? ' <span style="opacity:.65">('
                + encode(show(one, row.figures[one.figure].min)) + ' – '
                + encode(show(one, row.figures[one.figure].max)) + ')</span>' : '')).join('<br>');
        },
      }),
    });
  }

  function legend() {
    return { bottom: 0, type: 'plain', itemWidth: 22, itemGap: 12, textStyle: { color: token('--ink'), fontSize: 12 } };
  }

  function legendHeight(count, width) {
    return 26 + 21 * Math.ceil(count / Math.max(1, Math.floor(width / 190)));
  }

  function axisStyle() {
    return {
      axisLabel: { color: token('--soft'), fontSize: 12 },
      axisLine: { lineStyle: { color: token('--line') } },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: token('--line'), width: 1 } },
      nameTextStyle: { color: token('--soft'), fontSize: 12 },
    };
  }

  function strokeOf(section, row) {
    const ours = row.backend === 'millrace';
    const place = order[section.scenario + '\n' + row.title];
    return {
      width: ours ? 3.2 : 1.8, color: colour(section, row),
      type: row.backend === 'none' || row.backend === 'write' ? 'dotted' : place.index % 2 === 1 ? 'dashed' : 'solid',
    };
  }

  // Platform and virtual threads of one backend are two kinds, and have a line each over the same numbers.
  function isVirtual(row) {
    return / virtual /.test(row.group);
  }

  function placeOf(group) {
    return group.replace(' virtual ', ' ');
  }

  function linesOf(section, plot, groups, width) {
    const column = section.columns.find(candidate => candidate.figure === plot.figure);
    const places = [...new Set(groups.map(placeOf))];
    // Who was measured in one group only has no line.
    const kinds = [];
    section.rows.forEach(row => {
      const name = row.title + (isVirtual(row) ? ', virtual threads' : '');
      if (!kinds.some(kind => kind.name === name) && section.rows.filter(one => one.title === row.title).length > 1) {
        kinds.push({ name: name, row: row });
      }
    });
    return Object.assign(base(), {
      grid: { left: 6, right: 14, top: 30, bottom: legendHeight(kinds.length, width), containLabel: true },
      legend: legend(),
      xAxis: Object.assign(axisStyle(), { type: 'category', data: places, boundaryGap: true }),
      yAxis: Object.assign(axisStyle(), {
        type: 'value', min: 0, name: unit(column.unit), nameLocation: 'end',
        axisLabel: { color: token('--soft'), formatter: value => String(+(value * column.factor).toPrecision(3)) },
      }),
      series: kinds.map(kind => ({
        name: kind.name, type: 'line', symbolSize: 6, z: kind.row.backend === 'millrace' ? 5 : 2,
        lineStyle: strokeOf(section, kind.row), itemStyle: { color: colour(section, kind.row) },
        symbol: isVirtual(kind.row) ? 'emptyCircle' : 'circle',
        data: places.map(place => {
          const found = section.rows.find(one => one.title === kind.row.title
            && isVirtual(one) === isVirtual(kind.row) && placeOf(one.group) === place);
          return found && found.figures[plot.figure] ? found.figures[plot.figure].median : null;
        }),
      })),
      tooltip: Object.assign(base().tooltip, {
        trigger: 'axis',
        formatter: items => '<b>' + encode(items[0].axisValue) + '</b><br>' + items.filter(item => item.value !== undefined
          && item.value !== null).map(item => item.marker + encode(item.seriesName) + ': '
          + encode(withUnit(column, item.value))).join('<br>'),
      }),
    });
  }

  // Each nine more takes as much room as the one before: the tail is what these curves are about.
  function nines(percentile) {
    return -Math.log10(1 - Math.min(percentile, 99.9999) / 100);
  }

  function time(nanos) {
    if (nanos < 1e3) return Math.round(nanos) + ' ns';
    if (nanos < 1e6) return +(nanos / 1e3).toPrecision(3) + ' µs';
    if (nanos < 1e9) return +(nanos / 1e6).toPrecision(3) + ' ms';
    return +(nanos / 1e9).toPrecision(3) + ' s';
  }

  function percent(value, narrow) {
    const label = { 0: '0', 1: '90', 2: '99', 3: '99.9', 4: '99.99', 5: '99.999' }[value];
    return label === undefined ? '' : narrow ? label : label + ' %';
  }

  function curvesOf(section, plot, rows, width) {
    return Object.assign(base(), {
      grid: { left: 6, right: 30, top: 16, bottom: legendHeight(rows.length, width), containLabel: true },
      legend: legend(),
      xAxis: Object.assign(axisStyle(), {
        type: 'value', min: 0, max: 5, interval: 1,
        axisLabel: { color: token('--soft'), formatter: value => percent(value, width < 520) },
      }),
      yAxis: Object.assign(axisStyle(), {
        type: 'log', axisLabel: { color: token('--soft'), formatter: time },
      }),
      series: rows.map(row => ({
        name: row.title, type: 'line', showSymbol: false, z: row.backend === 'millrace' ? 5 : 2,
        lineStyle: strokeOf(section, row), itemStyle: { color: colour(section, row) },
        data: row.curves[plot.figure].filter(point => point.percentile < 99.9995)
          .map(point => [nines(point.percentile), Math.max(1, point.value), point.percentile]),
      })),
      tooltip: Object.assign(base().tooltip, {
        trigger: 'axis',
        formatter: items => '<b>' + encode(String(items[0].data[2])) + ' % of the calls took at most</b><br>'
          + items.slice().sort((a, b) => a.data[1] - b.data[1])
            .map(item => item.marker + encode(item.seriesName) + ': ' + time(item.data[1])).join('<br>'),
      }),
    });
  }

  function draw() {
    charts.forEach(one => {
      one.chart.resize();
      one.chart.setOption(one.option(one.place.clientWidth), true);
    });
  }

  draw();
  let waiting = 0;
  window.addEventListener('resize', () => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(draw, 120);
  });
  dark.addEventListener('change', draw);
})();

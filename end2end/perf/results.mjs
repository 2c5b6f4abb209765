// Medians over the records of a run.

/** The machine was calm if other programs kept less than this many cores busy. */
const CALM = 0.4;

export const median = (list) => {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

const finished = (record) => !record.error && record.value?.finished !== false && record.value?.shown !== false;

export class Results {
  constructor(results) {
    this.machine = results.machine;
    this.started = results.started;
    this.records = results.records;
    this.apps = [...new Set(this.records.map((record) => record.app))];
  }

  has(scenario) {
    return this.records.some((record) => record.scenario === scenario);
  }

  /** The median, the number of its records, and whether the app did not finish. */
  cell(scenario, read, app) {
    const all = this.records.filter((record) => record.scenario === scenario && record.app === app);
    const calm = all.filter((record) => record.value && record.others < CALM);
    const used = calm.length >= 2 ? calm : all;
    const values = used.filter((record) => record.value).map((record) => number(read, record.value)).filter(Number.isFinite);
    return { value: values.length ? median(values) : null, count: values.length, failed: used.some((record) => !finished(record)) };
  }

  /** The number of records taken while the machine was not calm. */
  get disturbed() {
    return this.records.filter((record) => !(record.others < CALM)).length;
  }
}

function number(read, value) {
  try {
    return read(value) ?? NaN;
  } catch {
    return NaN;
  }
}

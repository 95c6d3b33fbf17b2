import { describe, expect, it } from '@jest/globals';
import { barChart, lineChart } from './charts.js';

describe('barChart', () => {
  it('has bars in proportion, the values, and the same in words', () => {
    const { text } = barChart(
      [
        { label: 'A <b>', value: 50 },
        { label: 'B', value: 100 },
      ],
      { alternative: 'A 50, B 100', max: 100 },
    );
    expect(text).toContain('role="img" aria-label="A 50, B 100"');
    expect(text).toContain('class="bar" x="150" y="6" width="150"');
    expect(text).toContain('class="bar" x="150" y="32" width="300"');
    expect(text).toContain('A &lt;b&gt;');
  });

  it.each([-5, 1e9, Number.NaN])('keeps a bar of %s inside', (value) => {
    const [, width = ''] =
      /class="bar" [^>]*width="([^"]*)"/u.exec(
        barChart([{ label: 'A', value }], { alternative: '', max: 100 }).text,
      ) ?? [];
    expect(Number(width)).toBeGreaterThanOrEqual(0);
    expect(Number(width)).toBeLessThanOrEqual(300);
  });
});

describe('lineChart', () => {
  it('leaves out points without a value', () => {
    const { text } = lineChart(
      [
        { label: 'a', value: null },
        { label: 'b', value: 10 },
        { label: 'c', value: 20 },
      ],
      'words',
    );
    expect(text.match(/<circle/gu)).toHaveLength(2);
  });
});

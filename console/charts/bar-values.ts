import type { Plugin } from 'chart.js';
import { count } from '../format';

/** Pixels that a number needs. */
const ROOM = 22;

/** Writes each value above its bar, where there is room. */
export const barValues = (colour: string, font: { readonly family: string }): Plugin<'bar'> => ({
  id: 'values',
  afterDatasetsDraw: (chart) => {
    const { ctx, data, chartArea } = chart;
    const bars = chart.getDatasetMeta(0).data;
    if (chartArea.width / bars.length < ROOM) return;
    ctx.save();
    ctx.fillStyle = colour;
    ctx.font = `12px ${font.family}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'bottom';
    for (const [index, bar] of bars.entries()) {
      const value = data.datasets[0]?.data[index];
      if (typeof value === 'number' && value > 0) ctx.fillText(count(value), bar.x, bar.y - 2);
    }
    ctx.restore();
  },
});

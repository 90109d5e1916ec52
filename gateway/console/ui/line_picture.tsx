// A line of values by time, drawn by hand. What it says in words stands beside it.
const width = 240;
const height = 44;

export function LinePicture({ points }: { points: readonly number[] }) {
  const top = Math.max(...points, 1);
  const step = width / Math.max(points.length - 1, 1);
  const place = (value: number, index: number) =>
    `${(index * step).toFixed(1)},${(height - 2 - (value / top) * (height - 4)).toFixed(1)}`;
  return (
    <svg className="picture" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.map(place).join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Counts of equal spans as a small picture; the sentence beside it is its text. */

const STEP = 4;
const HEIGHT = 20;

interface SparklineProps {
  readonly counts: readonly number[];
  readonly label: string;
}

export function Sparkline({ counts, label }: SparklineProps) {
  const most = Math.max(1, ...counts);
  const width = counts.length * STEP;
  return (
    <svg
      class="spark"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      {counts.map((count, index) => {
        const height = count === 0 ? 1 : Math.max(2, Math.round((count / most) * HEIGHT));
        return <rect x={index * STEP} y={HEIGHT - height} width={STEP - 1} height={height} />;
      })}
    </svg>
  );
}

import { IconCircleCheckFilled } from '@tabler/icons-react'

/**
 * Circle that is empty for the initial state, partly filled like a pie for a state in between, and ticked for a final
 * state.
 */
export function StateIcon({ progress }: { progress: number }) {
  if (progress === 1) return <IconCircleCheckFilled size={16} aria-hidden />
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden>
      <circle cx={8} cy={8} r={6.25} strokeWidth={1.5} />
      {progress > 0 && (
        // Draw the pie as one dash, which begins at the top and is as wide as the radius of the pie.
        <circle
          cx={8}
          cy={8}
          r={2}
          strokeWidth={4}
          pathLength={1}
          strokeDasharray={`${progress} 1`}
          transform="rotate(-90 8 8)"
        />
      )}
    </svg>
  )
}

import { SingleBar } from 'cli-progress'

export interface Progress {
  /**
   * @param share of the work that is done, 0 to 1.
   * @param remark stands behind the bar.
   */
  reach(share: number, remark?: string): void
  stop(): void
}

/**
 * Shows a bar on standard error while long work goes on, if that is a terminal; it appears with the first step.
 * @param isMeasured false where nobody knows how much there is to do: there is no bar then, only the remark.
 */
export function showProgress(label: string, isMeasured = true): Progress {
  const bar = new SingleBar({
    format: isMeasured ? `${label} {bar} {percentage} %{remark}` : `${label}{remark}`,
    stream: process.stderr,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    // The signals are ours to handle.
    gracefulExit: false,
  })
  // However the process ends, the cursor is shown again.
  process.once('exit', () => bar.stop())
  return {
    reach(share, remark = '') {
      if (!process.stderr.isTTY) return
      if (!bar.isActive) bar.start(100, 0, { remark })
      bar.update(Math.round(share * 100), { remark })
    },
    stop: () => bar.stop(),
  }
}

import { SingleBar } from 'cli-progress'

export interface Progress {
  /**
   * Updates the progress bar.
   * @param share completed share of the work, from 0 to 1.
   * @param remark text after the bar.
   */
  reach(share: number, remark?: string): void
  stop(): void
}

/**
 * Shows a progress bar on standard error if standard error is a terminal. The bar appears with the first call of
 * `reach`.
 * @param isMeasured false if the total is unknown. Then only the label and the remark are shown.
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
    // Do not let the library handle signals, because the command handles them.
    gracefulExit: false,
  })
  // Show the cursor again when the process ends for any reason.
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

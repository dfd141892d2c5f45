/** Ended by SIGINT (Ctrl+C) or SIGTERM. */
export class Interrupted extends Error {}

/**
 * Runs something that SIGINT or SIGTERM may end: in order, with its cursor shown again and its files written.
 * @param run is to throw the reason of `signal`, an Interrupted, as soon as that is aborted.
 */
export async function interruptible<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  const interrupt = () => controller.abort(new Interrupted('Interrupted.'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt)
  try {
    return await run(controller.signal)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt)
  }
}

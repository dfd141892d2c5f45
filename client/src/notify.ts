/**
 * Calls a listener. If the listener throws an error, the error is thrown again in a microtask, so that it does not
 * interrupt the caller of `notify`.
 */
export function notify<Notice>(listener: (notice: Notice) => void, notice: Notice): void {
  try {
    listener(notice)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

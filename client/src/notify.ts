/** Calls a listener. An error of the listener does not reach the caller, but is thrown in a microtask. */
export function notify<Notice>(listener: (notice: Notice) => void, notice: Notice): void {
  try {
    listener(notice)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

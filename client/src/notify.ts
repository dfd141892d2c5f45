/** Calls a listener. One that throws stops nothing: its error is thrown separately, as an `EventTarget` does. */
export function notify<Notice>(listener: (notice: Notice) => void, notice: Notice): void {
  try {
    listener(notice)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

let running = 0

/** Makes the browser ask for confirmation if the user closes or reloads the window before `work` has finished. */
export async function warnBeforeUnload<Outcome>(work: Promise<Outcome>): Promise<Outcome> {
  if (running === 0) window.addEventListener('beforeunload', ask)
  running += 1
  try {
    return await work
  } finally {
    running -= 1
    if (running === 0) window.removeEventListener('beforeunload', ask)
  }
}

const ask = (event: BeforeUnloadEvent): void => event.preventDefault()

import type { ReactNode } from 'react'

/** One line of the palette: something that the user can open or do. */
export interface Command {
  id: string
  /** Text of the command in the palette, which is compared with the typed text. */
  label: string
  /** Dimmed text before the label, for example the number of an incident. */
  before?: string
  /** Content at the end of the command's line in the palette, for example the keys that run the command. */
  after?: ReactNode
  run: () => void
}

export interface CommandGroup {
  title: string
  commands: readonly Command[]
}

import { createContext, use } from 'react'
import type { Configuration } from '../fields.ts'
import type { ReferencedNames } from '../use-referenced-names.ts'
import type { ControlId } from './control-ids.ts'

export type EditorTab = 'types' | 'profiles' | 'changes'

/** What every part of the editor works with. */
export interface DraftContext {
  content: Configuration
  /** What governs creation now: what stands in it has been published, and is not removed any more. */
  current: Configuration
  names: ReferencedNames
  edit: (change: (content: Configuration) => Configuration) => void
  /** What is wrong in a control, in words. */
  errorAt: (id: ControlId) => string | undefined
  /** How many things are wrong within these Types, Categories and profiles. */
  countProblems: (entryIds: readonly string[]) => number
  /** The ids of the Types and profiles that are unfolded. */
  opened: readonly string[]
  setOpened: (ids: readonly string[]) => void
  /** Told to whoever cannot see the screen. */
  announce: (text: string) => void
}

export const DraftEditingContext = createContext<DraftContext | undefined>(undefined)

/** @throws Error outside of the editor: that is a mistake of whoever wrote the part. */
export function useDraftEditing(): DraftContext {
  const context = use(DraftEditingContext)
  if (!context) throw new Error('a part of the draft editor stands outside of it')
  return context
}

import { createContext, use } from 'react'
import type { Configuration } from '../fields.ts'
import type { ReferencedNames } from '../use-referenced-names.ts'
import type { ControlId } from './control-ids.ts'

export type EditorTab = 'types' | 'profiles' | 'changes'

/** State and actions shared by all parts of the editor. */
export interface DraftContext {
  content: Configuration
  /** Current configuration. Its types and categories can be deactivated but not removed. */
  current: Configuration
  names: ReferencedNames
  edit: (change: (content: Configuration) => Configuration) => void
  /** Returns the message of a control's violation. */
  errorAt: (id: ControlId) => string | undefined
  /** Returns the number of violations within these types, categories and profiles. */
  countProblems: (entryIds: readonly string[]) => number
  /** Ids of the expanded types and profiles. */
  opened: readonly string[]
  setOpened: (ids: readonly string[]) => void
  /** Announces a text to screen readers. */
  announce: (text: string) => void
}

export const DraftEditingContext = createContext<DraftContext | undefined>(undefined)

/** @throws Error outside of the editor, which is a programming error. */
export function useDraftEditing(): DraftContext {
  const context = use(DraftEditingContext)
  if (!context) throw new Error('a part of the draft editor stands outside of it')
  return context
}

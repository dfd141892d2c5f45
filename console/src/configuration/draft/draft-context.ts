import { createContext, use } from 'react'
import type { Configuration } from '../fields.ts'
import type { Names } from '../../incident-form/names.ts'
import type { ControlId } from './control-ids.ts'

export type EditorTab = 'types' | 'profiles' | 'preview' | 'changes'

/** State and actions shared by all components of the draft editor. */
export interface DraftContext {
  content: Configuration
  /**
   * Current published configuration. In the draft, the types and categories of this configuration can be deactivated
   * but not removed.
   */
  current: Configuration
  names: Names
  edit: (change: (content: Configuration) => Configuration) => void
  /** Returns the message about the violation at a form control; undefined without a violation. */
  errorAt: (id: ControlId) => string | undefined
  /** Returns the number of violations in the types, categories and profiles with these ids. */
  countProblems: (entryIds: readonly string[]) => number
  /** Ids of the expanded types and profiles. */
  opened: readonly string[]
  setOpened: (ids: readonly string[]) => void
  /** Announces a text to screen readers. */
  announce: (text: string) => void
}

export const DraftEditingContext = createContext<DraftContext | undefined>(undefined)

/**
 * Returns the state and actions of the draft editor.
 * @throws Error if the component is not rendered inside the draft editor, which is a programming error.
 */
export function useDraftEditing(): DraftContext {
  const context = use(DraftEditingContext)
  if (!context) throw new Error('useDraftEditing was called outside of the draft editor')
  return context
}

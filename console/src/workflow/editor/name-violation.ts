import type { WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { workflowTexts } from '../../texts/workflow.ts'
import type { State } from '../content.ts'

const texts = workflowTexts.states

/**
 * Returns an error text if the name of a state is missing or already used, else undefined. If two states have the same
 * name, only the later state in the list gets the error.
 */
export function nameViolation({ states }: WorkflowContent, { id, name }: State): string | undefined {
  const folded = fold(name)
  if (folded === '') return texts.nameMissing
  return states.find((state) => fold(state.name) === folded)?.id === id ? undefined : texts.nameTaken
}

const fold = (name: string): string => name.trim().toLowerCase()

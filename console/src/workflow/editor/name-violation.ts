import type { WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { workflowTexts } from '../../texts/workflow.ts'
import type { State } from '../content.ts'

const texts = workflowTexts.states

/** What is wrong with the name of a state, in words; the first of two with one name may keep it. */
export function nameViolation({ states }: WorkflowContent, { id, name }: State): string | undefined {
  const folded = fold(name)
  if (folded === '') return texts.nameMissing
  return states.find((state) => fold(state.name) === folded)?.id === id ? undefined : texts.nameTaken
}

const fold = (name: string): string => name.trim().toLowerCase()

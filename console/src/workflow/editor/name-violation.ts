import type { WorkflowContent } from '@tocsin/contract/console/workflow.ts'
import { workflowTexts } from '../../texts/workflow.ts'
import type { State } from '../content.ts'

const texts = workflowTexts.states

/** Describes the violation of a state's name. Of two states with the same name, only the second is reported. */
export function nameViolation({ states }: WorkflowContent, { id, name }: State): string | undefined {
  const folded = fold(name)
  if (folded === '') return texts.nameMissing
  return states.find((state) => fold(state.name) === folded)?.id === id ? undefined : texts.nameTaken
}

const fold = (name: string): string => name.trim().toLowerCase()

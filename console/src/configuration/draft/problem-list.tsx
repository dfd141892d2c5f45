import { Alert, Anchor, List } from '@mantine/core'
import { configurationDraftTexts } from '../../texts/configuration-draft.ts'
import { configurationPageTexts } from '../../texts/configuration-pages.ts'
import type { Configuration, Field } from '../fields.ts'
import type { PlacedViolation } from './places.ts'

const texts = configurationDraftTexts.problems

export const problemListId = 'draft-problems'

interface ProblemListProps {
  content: Configuration
  problems: readonly PlacedViolation[]
  onGo: (problem: PlacedViolation) => void
}

/** Everything that keeps the draft from being published, each a way to where it is put right. */
export function ProblemList({ content, problems, onGo }: ProblemListProps) {
  if (problems.length === 0) return null
  return (
    <Alert id={problemListId} tabIndex={-1} color="red" variant="light" title={texts.title(problems.length)}>
      <List size="sm">
        {problems.map((problem) => (
          <List.Item key={problem.place}>
            <Anchor component="button" size="sm" ta="start" onClick={() => onGo(problem)}>
              {describePlace(content, problem)}: {describeViolation(problem)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** What is wrong, in the editor's words; where it has none, in the server's. */
export const describeViolation = ({ violation }: PlacedViolation): string =>
  configurationDraftTexts.violations[violation.code] ?? violation.message

function describePlace(content: Configuration, { list, entryId, property }: PlacedViolation): string {
  if (list === null) return texts.defaultProfile
  const name = content[list].find(({ id }) => id === entryId)?.name || texts.unnamed
  if (list === 'profiles') {
    return texts.profile(name, configurationPageTexts.fields[property as Field] ?? texts.properties[property] ?? property)
  }
  return texts[list === 'types' ? 'type' : 'category'](name, texts.properties[property] ?? property)
}

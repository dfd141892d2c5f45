import { Alert, Anchor, List } from '@mantine/core'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import { configurationPageTexts } from '../../../texts/configuration-pages.ts'
import type { Configuration } from '../../fields.ts'
import classes from '../draft.module.css'
import type { LocatedViolation } from '../model/locate-violations.ts'

const texts = configurationDraftTexts.problems

export const problemListId = 'draft-problems'

interface ProblemListProps {
  content: Configuration
  problems: readonly LocatedViolation[]
  onGo: (problem: LocatedViolation) => void
}

/** List of the violations that prevent publishing. Each violation links to its form control. */
export function ProblemList({ content, problems, onGo }: ProblemListProps) {
  if (problems.length === 0) return null
  return (
    <Alert
      id={problemListId}
      // An alert would interrupt screen readers at each letter typed into a name, because the list repeats the name.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="group"
      tabIndex={-1}
      color="red"
      variant="light"
      title={texts.title(problems.length)}
      mb="md"
    >
      <List size="sm">
        {problems.map((problem) => (
          <List.Item key={problem.controlId}>
            <Anchor component="button" size="sm" className={classes.problem!} onClick={() => onGo(problem)}>
              {describeWhere(content, problem)}: {describeViolation(problem)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** Returns the editor's own text for the code of a violation, or the message of the server if there is no such text. */
export const describeViolation = ({ violation }: LocatedViolation): string =>
  configurationDraftTexts.violations[violation.code] ?? violation.message

function describeWhere(content: Configuration, { list, entryId, property, field }: LocatedViolation): string {
  if (list === null) return texts.defaultProfile
  const name = content[list].find(({ id }) => id === entryId)?.name || texts.unnamed
  if (field) return texts.profiles(name, texts.field(configurationPageTexts.fields[field] ?? field))
  return texts[list](name, texts.properties[property ?? ''] ?? property ?? '')
}

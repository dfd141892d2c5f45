import { Anchor, Button, Group, Progress, Text, VisuallyHidden } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { FirstSteps } from '@tocsin/contract/console/first-steps.ts'
import { regainFocus } from '../../kit/dialogs/regain-focus.ts'
import { gettingStartedTexts } from '../../texts/getting-started.ts'
import { Panel } from '../panel.tsx'
import classes from './getting-started.module.css'
import { stepNames, type StepName } from './queries.ts'
import { TemplateChoice } from '../../templates/template-choice.tsx'

const texts = gettingStartedTexts

const pages = {
  reportForms: '/configuration',
  locations: '/directory',
  colleagues: '/users',
  incident: '/incidents/new',
  apiKey: '/keys',
} as const satisfies Record<StepName, string>

interface GettingStartedProps {
  steps: FirstSteps
  onHide: () => void
}

/** First steps of a new organization, with a choice of templates. Finished steps have a check mark. */
export function GettingStarted({ steps, onHide }: GettingStartedProps) {
  const doneCount = stepNames.filter((name) => steps[name]).length
  const progress = texts.progress(doneCount, stepNames.length)
  return (
    <Panel
      title={texts.title}
      aside={
        <Group gap="sm">
          <Text c="dimmed">{progress}</Text>
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.hide!}
            onClick={onHide}
            aria-label={texts.hideLabel}
          >
            {texts.hide}
          </Button>
        </Group>
      }
    >
      <Progress.Root size="sm" mb="md">
        <Progress.Section value={(100 * doneCount) / stepNames.length} aria-label={texts.title} />
      </Progress.Root>
      {doneCount === stepNames.length && <Text mb="sm">{texts.allDone}</Text>}
      <ol className={classes.steps}>
        {stepNames.map((name) => (
          <StepEntry key={name} name={name} isDone={steps[name]} />
        ))}
      </ol>
    </Panel>
  )
}

function StepEntry({ name, isDone }: { name: StepName; isDone: boolean }) {
  const {
    title,
    explanation,
    whenDone = explanation,
  }: (typeof texts.steps)[StepName] & { whenDone?: string } = texts.steps[name]
  const Mark = isDone ? IconCircleCheckFilled : IconCircleDashed
  const offersTemplates = name === 'reportForms' && !isDone
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Mark size={24} className={classes.mark!} aria-hidden />
      <div className={classes.content}>
        {offersTemplates ? (
          <Text fw={600}>{title}</Text>
        ) : (
          <Anchor
            fw={600}
            className={classes.link!}
            // The button that applies a template disappears when the step is done, so the link of the step takes the
            // focus.
            ref={name === 'reportForms' ? regainFocus : undefined}
            renderRoot={(props) => <Link to={pages[name]} {...props} />}
          >
            {title}
          </Anchor>
        )}
        <VisuallyHidden>{isDone ? texts.done : texts.toDo}</VisuallyHidden>
        <Text size="sm" c="dimmed">
          {isDone ? whenDone : explanation}
        </Text>
        {offersTemplates && (
          <div className={classes.choice}>
            <TemplateChoice />
          </div>
        )}
      </div>
    </li>
  )
}

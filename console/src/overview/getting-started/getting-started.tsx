import { Anchor, Button, Text, VisuallyHidden } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { overviewTexts } from '../../texts/overview.ts'
import type { Step, StepName } from './queries.ts'
import classes from './getting-started.module.css'
import { Panel } from '../panel.tsx'

const texts = overviewTexts.gettingStarted

const pages = {
  configuration: '/configuration',
  locations: '/directory',
  keys: '/keys',
  incident: '/incidents/new',
} as const satisfies Record<StepName, string>

/** List of the first steps for a new organization. Finished steps have a check mark. */
export function GettingStarted({ steps, onHide }: { steps: readonly Step[]; onHide: () => void }) {
  const doneCount = steps.filter(({ isDone }) => isDone).length
  return (
    <Panel title={texts.title} aside={<Text c="dimmed">{texts.progress(doneCount, steps.length)}</Text>}>
      {doneCount === steps.length && <Text mb="sm">{texts.allDone}</Text>}
      <ol className={classes.steps}>
        {steps.map((step) => (
          <StepEntry key={step.name} step={step} />
        ))}
      </ol>
      <Button variant="subtle" size="compact-sm" mih={32} mt="xs" onClick={onHide}>
        {texts.hide}
      </Button>
    </Panel>
  )
}

function StepEntry({ step: { name, isDone } }: { step: Step }) {
  const { title, explanation } = texts.steps[name]
  const Mark = isDone ? IconCircleCheckFilled : IconCircleDashed
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Mark size={24} className={classes.mark!} aria-hidden />
      <div>
        <Anchor fw={600} renderRoot={(props) => <Link to={pages[name]} {...props} />}>
          {title}
        </Anchor>
        <VisuallyHidden>{isDone ? texts.done : texts.toDo}</VisuallyHidden>
        <Text size="sm" c="dimmed">
          {explanation}
        </Text>
      </div>
    </li>
  )
}

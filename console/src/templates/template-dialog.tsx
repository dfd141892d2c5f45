import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { fieldRuleOf, rulesOf } from '@tocsin/contract/rules/incident-values.ts'
import type { TemplateName } from '@tocsin/contract/templates/template-names.ts'
import type { Template } from '@tocsin/contract/templates/template.ts'
import { countParts, templates } from '@tocsin/contract/templates/templates.ts'
import { Dialog } from '../kit/dialogs/dialog.tsx'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import { frameTexts } from '../texts/frame.ts'
import { templateTexts } from '../texts/templates.ts'
import { StateLabel } from '../workflow/state-label.tsx'
import classes from './templates.module.css'

const texts = templateTexts
const fields = Object.keys(rulesOf) as (keyof typeof rulesOf)[]

interface TemplateDialogProps {
  name: TemplateName
  isApplying: boolean
  onUse: () => void
  onClose: () => void
}

/** Dialog with everything that a template contains. */
export function TemplateDialog({ name, isApplying, onUse, onClose }: TemplateDialogProps) {
  const template = templates[name]
  return (
    <Dialog title={texts[name].title} size="lg" onClose={onClose}>
      <Stack>
        <Text c="dimmed">{texts.counts(countParts(template))}</Text>
        <section>
          <Title order={3} mb="xs">
            {texts.types}
          </Title>
          <ul className={classes.types}>
            {template.types.map((type) => (
              <li key={type.name}>
                <Text fw={600} size="sm">
                  {type.name}
                </Text>
                <Text size="sm" c="dimmed">
                  {texts.list(type.categories)}
                </Text>
              </li>
            ))}
          </ul>
        </section>
        <Forms template={template} />
        <section>
          <Title order={3} mb="xs">
            {texts.workflow}
          </Title>
          <ol className={classes.states}>
            {template.states.map(({ name: state, isFinal = false }, index, { length }) => (
              <li key={state}>
                <StateLabel state={{ name: state, progress: isFinal ? 1 : index / length }} />
              </li>
            ))}
          </ol>
        </section>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {frameTexts.cancel}
          </Button>
          <Button onClick={onUse} loading={isApplying}>
            {texts.use(texts[name].title)}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const Forms = ({ template: { forms, types } }: { template: Template }) => (
  <section>
    <Title order={3} mb="xs">
      {texts.forms}
    </Title>
    <Stack gap="xs">
      {forms.map((form, index) => {
        const users = types.filter((type) => type.form === form.name).map(({ name }) => name)
        const required = fields.filter((field) => fieldRuleOf(form, field) === 'required')
        return (
          <div key={form.name}>
            <Text fw={600} size="sm">
              {form.name}
            </Text>
            <Text size="sm" c="dimmed">
              {index === 0 ? texts.usedForOthers : texts.usedFor(users)}
            </Text>
            <Text size="sm" c="dimmed">
              {texts.asksFor(required.map((field) => configurationPageTexts.fields[field]))}
            </Text>
          </div>
        )
      })}
    </Stack>
  </section>
)

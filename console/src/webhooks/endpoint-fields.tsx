import { Checkbox, Fieldset, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { webhookDescriptionMaxLength, webhookUrlMaxLength } from '@tocsin/contract/limits.ts'
import { eventKindTexts } from '../texts/event-kinds.ts'
import { webhookTexts } from '../texts/webhooks.ts'
import classes from './endpoint-fields.module.css'
import type { EndpointForm } from './endpoint-form.ts'

const texts = webhookTexts.form

/** Fields of an endpoint: its address, its description, and the kinds of events that it gets. */
export const EndpointFields = ({ form }: { form: EndpointForm }) => (
  <>
    <TextInput
      label={texts.url}
      description={texts.urlHint}
      type="url"
      maxLength={webhookUrlMaxLength}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      {...form.getInputProps('url')}
    />
    <TextInput
      label={texts.description}
      description={texts.descriptionHint}
      maxLength={webhookDescriptionMaxLength}
      autoComplete="off"
      {...form.getInputProps('description')}
    />
    <Radio.Group label={texts.choice} {...form.getInputProps('choice')}>
      <Stack gap="xs" mt="xs">
        <Radio value="all" label={texts.all} description={texts.allHint} />
        <Radio value="some" label={texts.some} />
      </Stack>
    </Radio.Group>
    {form.values.choice === 'some' && (
      <Checkbox.Group aria-label={texts.some} {...form.getInputProps('kinds')}>
        <Stack gap="md">
          {eventKindTexts.map(({ group, kinds }) => (
            <Fieldset key={group} legend={group} variant="unstyled" classNames={{ legend: classes.legend! }}>
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
                {Object.entries(kinds).map(([kind, name]) => (
                  <Checkbox key={kind} value={kind} label={name} />
                ))}
              </SimpleGrid>
            </Fieldset>
          ))}
        </Stack>
      </Checkbox.Group>
    )}
  </>
)

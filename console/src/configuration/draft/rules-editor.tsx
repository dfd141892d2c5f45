import { SegmentedControl, Text } from '@mantine/core'
import { configurationDraftTexts } from '../../texts/configuration-draft.ts'
import { configurationPageTexts } from '../../texts/configuration-pages.ts'
import { fields, ruleOf, rules, rulesOf, type ConfiguredProfile, type Field, type FieldRule } from '../fields.ts'
import { setRule } from './change-draft.ts'
import { DefaultInput } from './default-input.tsx'
import { useDraftEditing } from './draft-context.ts'
import classes from './draft.module.css'

const texts = configurationDraftTexts.profiles

/** A line for each field: its rule, and its default. */
export function RulesEditor({ profile }: { profile: ConfiguredProfile }) {
  return (
    <div role="group" aria-label={texts.rules(profile.name || texts.unnamed)} className={classes.rules}>
      {fields.map((field) => (
        <RuleLine key={field} profile={profile} field={field} />
      ))}
    </div>
  )
}

function RuleLine({ profile, field }: { profile: ConfiguredProfile; field: Field }) {
  const { current, edit } = useDraftEditing()
  const label = configurationPageTexts.fields[field]
  const allowed: readonly string[] = rulesOf[field]
  const set = (rule: FieldRule) => {
    const original = current.profiles.find(({ id }) => id === profile.id)?.fields[field]
    edit((draft) => setRule(draft, profile.id, field, rule, original))
  }
  const written = profile.fields[field]
  const value = ruleOf(profile, field)
  return (
    <div className={classes.rule} role="group" aria-label={label}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.ruleOf(label)}
        value={value}
        transitionDuration={0}
        data={rules.map((rule) => ({
          value: rule,
          label: configurationPageTexts.rules[rule],
          disabled: !allowed.includes(rule),
        }))}
        onChange={(rule) => set({ ...written, rule } as FieldRule)}
      />
      <DefaultInput
        profile={profile}
        field={field}
        onChange={(byDefault) =>
          set((byDefault === undefined ? { rule: value } : { rule: value, default: byDefault }) as FieldRule)
        }
      />
    </div>
  )
}

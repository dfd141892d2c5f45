import { SegmentedControl, Text } from '@mantine/core'
import { fieldRuleOf, ruleNames, rulesOf, type Rule } from '@tocsin/contract/rules/incident-values.ts'
import { configurationDraftTexts } from '../../../texts/configuration-draft.ts'
import { configurationPageTexts } from '../../../texts/configuration-pages.ts'
import { fields, type ConfiguredProfile, type Field, type FieldRule } from '../../fields.ts'
import { setRule } from '../model/change-draft.ts'
import { DefaultInput } from './default-input.tsx'
import { useDraftEditing } from '../draft-context.ts'
import classes from '../draft.module.css'

const texts = configurationDraftTexts.profiles

/** Editor of the field rules of a profile. Each field has one line with its rule and its default value. */
export function RulesEditor({ profile }: { profile: ConfiguredProfile }) {
  return (
    <fieldset aria-label={texts.rules(profile.name || texts.unnamed)} className={classes.rules}>
      {fields.map((field) => (
        <RuleLine key={field} profile={profile} field={field} />
      ))}
    </fieldset>
  )
}

function RuleLine({ profile, field }: { profile: ConfiguredProfile; field: Field }) {
  const setField = useSetField(profile)
  const label = configurationPageTexts.fields[field]
  const allowed: readonly Rule[] = rulesOf[field]
  const rule = fieldRuleOf(profile, field)
  const setDefault = (value: FieldRule['default']) => {
    setField(field, withDefault(rule, value))
    // Drop the default point, because it belongs to the previous default location.
    const { pointId } = profile.fields
    if (field === 'locationId' && pointId?.default !== undefined) setField('pointId', { rule: pointId.rule })
  }
  return (
    <fieldset className={classes.rule} aria-label={label}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.ruleOf(label)}
        value={rule}
        transitionDuration={0}
        data={ruleNames.map((each) => ({
          value: each,
          label: configurationPageTexts.rules[each],
          disabled: !allowed.includes(each),
        }))}
        onChange={(chosen) => setField(field, withDefault(chosen, profile.fields[field]?.default))}
      />
      <div className={classes.default}>
        <DefaultInput profile={profile} field={field} onChange={setDefault} />
      </div>
    </fieldset>
  )
}

function useSetField(profile: ConfiguredProfile) {
  const { current, edit } = useDraftEditing()
  const original = current.profiles.find(({ id }) => id === profile.id)
  return (field: Field, rule: FieldRule) =>
    edit((draft) => setRule(draft, profile.id, field, rule, original?.fields[field]))
}

const withDefault = (rule: Rule, value: FieldRule['default']): FieldRule =>
  (value === undefined ? { rule } : { rule, default: value }) as FieldRule

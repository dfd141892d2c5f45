import { Badge, Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { fieldRuleOf, ruleNames } from '@tocsin/contract/rules/incident-values.ts'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import classes from './configuration.module.css'
import { describeDefault } from './describe-rule.ts'
import { fields, type Configuration, type ConfiguredProfile, type Field } from './fields.ts'
import type { Names } from '../incident-form/names.ts'

const texts = configurationPageTexts.profiles

interface ProfileListProps {
  configuration: Configuration
  names: Names
}

/** Read-only list of profiles. It shows the fields of each profile grouped by rule, with their default values. */
export function ProfileList({ configuration, names }: ProfileListProps) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
      {configuration.profiles.map((profile) => (
        <Card key={profile.id} withBorder padding="sm" component="section" aria-label={profile.name}>
          <Group gap="xs" className={classes.wrapping!}>
            <Title order={2} size="h3">
              {profile.name}
            </Title>
            {profile.id === configuration.defaultProfileId && <Badge variant="light">{texts.default}</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {describeUse(configuration, profile)}
          </Text>
          <FieldsByRule profile={profile} names={names} />
        </Card>
      ))}
    </SimpleGrid>
  )
}

/** Returns a text that says how many types use a profile. */
export function describeUse({ types, defaultProfileId }: Configuration, { id }: ConfiguredProfile): string {
  const users = types.filter(({ profileId }) => profileId === id).length
  if (id !== defaultProfileId) return texts.usedBy(users)
  return users === 0 ? texts.usedByOthers : `${texts.usedByOthers}. ${texts.usedBy(users)}`
}

const FieldsByRule = ({ profile, names }: { profile: ConfiguredProfile; names: Names }) => (
  <dl className={classes.rules}>
    {ruleNames.map((rule) => {
      const ruled = fields.filter((field) => fieldRuleOf(profile, field) === rule)
      return (
        ruled.length > 0 && (
          <div key={rule}>
            <dt>{configurationPageTexts.rules[rule]}</dt>
            {ruled.map((field) => (
              <dd key={field}>
                {configurationPageTexts.fields[field]}
                <DefaultText profile={profile} field={field} names={names} />
              </dd>
            ))}
          </div>
        )
      )
    })}
  </dl>
)

/**
 * Text about the default value of a field. For read-only and hidden fields, the text says that the value always
 * applies.
 */
function DefaultText({ profile, field, names }: { profile: ConfiguredProfile; field: Field; names: Names }) {
  const value = profile.fields[field]?.default
  if (value === undefined) return null
  const rule = fieldRuleOf(profile, field)
  const isFixed = rule === 'readOnly' || rule === 'hidden'
  const text = describeDefault(field, value, names)
  return (
    <Text span size="sm" c="dimmed">
      {' '}
      {isFixed ? configurationPageTexts.defaults.always(text) : configurationPageTexts.defaults.value(text)}
    </Text>
  )
}

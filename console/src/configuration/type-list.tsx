import { Badge, Card, Group, List, SimpleGrid, Text, Title } from '@mantine/core'
import { IconCategory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../kit/pages/empty-state.tsx'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import classes from './configuration.module.css'
import type { Configuration, ConfiguredType } from './fields.ts'

const texts = configurationPageTexts.types

interface TypeListProps {
  configuration: Configuration
  /** Element that explains the next step, shown if there are no types. */
  whenEmpty?: ReactNode
}

/** Read-only list of types with their categories and profiles. */
export function TypeList({ configuration, whenEmpty }: TypeListProps) {
  if (configuration.types.length === 0) {
    return (
      <>
        <EmptyState icon={IconCategory} title={texts.empty} explanation={texts.emptyHint} />
        {whenEmpty}
      </>
    )
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="sm">
      {configuration.types.map((type) => (
        <TypeCard key={type.id} type={type} configuration={configuration} />
      ))}
    </SimpleGrid>
  )
}

function TypeCard({ type, configuration }: { type: ConfiguredType; configuration: Configuration }) {
  const categories = configuration.categories.filter(({ typeId }) => typeId === type.id)
  const nameOf = (id: string) => configuration.profiles.find((profile) => profile.id === id)?.name ?? ''
  return (
    <Card withBorder padding="sm" component="section" aria-label={type.name}>
      <Group gap="xs" className={classes.wrapping!}>
        <Title order={2} size="h3">
          {type.name}
        </Title>
        {!type.active && <Inactive />}
      </Group>
      <Text size="sm" c="dimmed">
        {type.profileId
          ? texts.profile(nameOf(type.profileId))
          : texts.defaultProfile(nameOf(configuration.defaultProfileId))}
      </Text>
      {categories.length === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {texts.noCategories}
        </Text>
      ) : (
        <List size="sm" mt="xs" aria-label={texts.categoriesOf(type.name)}>
          {categories.map(({ id, name, active }) => (
            <List.Item key={id}>
              {name} {!active && <Inactive />}
            </List.Item>
          ))}
        </List>
      )}
    </Card>
  )
}

const Inactive = () => (
  <Badge variant="default" size="sm">
    {texts.inactive}
  </Badge>
)

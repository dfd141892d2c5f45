import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconBuilding, IconBuildingStore, IconStethoscope, type Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { templateNames, type TemplateName } from '@tocsin/contract/templates/template-names.ts'
import { countParts, templates } from '@tocsin/contract/templates/templates.ts'
import { useState } from 'react'
import { templateTexts } from '../texts/templates.ts'
import classes from './templates.module.css'
import { TemplateDialog } from './template-dialog.tsx'
import { useApplyTemplate } from './use-apply-template.ts'

const texts = templateTexts

const icons: Readonly<Record<TemplateName, Icon>> = {
  shops: IconBuildingStore,
  facilities: IconBuilding,
  hospital: IconStethoscope,
}

/** Maximum number of types that the card of a template names. */
const namedTypes = 5

/** Cards of the templates, each with a preview, and a link for an administrator who wants none of them. */
export function TemplateChoice() {
  const [shown, setShown] = useState<TemplateName>()
  const apply = useApplyTemplate()
  return (
    <>
      <ul className={classes.templates}>
        {templateNames.map((name) => (
          <li key={name}>
            <TemplateCard
              name={name}
              isBusy={apply.isPending}
              isApplying={apply.variables === name && apply.isPending}
              onPreview={() => setShown(name)}
              onUse={() => apply.mutate(name)}
            />
          </li>
        ))}
      </ul>
      <Group gap="xs" mt="sm">
        <Text size="sm">{texts.noneFits}</Text>
        <Anchor
          size="sm"
          className={classes.link!}
          renderRoot={(props) => <Link to="/configuration/draft" {...props} />}
        >
          {texts.startEmpty}
        </Anchor>
      </Group>
      {shown && (
        <TemplateDialog
          name={shown}
          isApplying={apply.isPending}
          onUse={() => apply.mutate(shown, { onSettled: () => setShown(undefined) })}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}

interface TemplateCardProps {
  name: TemplateName
  /** True while any template is being applied. */
  isBusy: boolean
  isApplying: boolean
  onPreview: () => void
  onUse: () => void
}

function TemplateCard({ name, isBusy, isApplying, onPreview, onUse }: TemplateCardProps) {
  const template = templates[name]
  const { title, explanation } = texts[name]
  const TemplateIcon = icons[name]
  const names = template.types.map((type) => type.name)
  return (
    <Paper withBorder p="md" className={classes.template!}>
      <Group gap="xs" wrap="nowrap">
        <TemplateIcon size={24} stroke={1.6} aria-hidden />
        <Title order={3}>{title}</Title>
      </Group>
      <Text size="sm">{explanation}</Text>
      <Text size="sm" c="dimmed">
        {texts.more(names.slice(0, namedTypes), names.length - namedTypes)}
      </Text>
      <Text size="sm" c="dimmed">
        {texts.counts(countParts(template))}
      </Text>
      <Group gap={4}>
        <Button
          variant="light"
          px="sm"
          className={classes.action!}
          loading={isApplying}
          disabled={isBusy && !isApplying}
          onClick={onUse}
        >
          {texts.use(title)}
        </Button>
        <Button
          variant="subtle"
          px="xs"
          className={classes.action!}
          aria-label={texts.previewOf(title)}
          onClick={onPreview}
        >
          {texts.preview}
        </Button>
      </Group>
    </Paper>
  )
}

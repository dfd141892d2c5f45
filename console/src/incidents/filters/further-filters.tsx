import { Button, Popover } from '@mantine/core'
import { IconChevronDown, IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { laterPart } from '../../keyboard/later-part.tsx'
import { formatNumber } from '../../texts/format.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import type { IncidentSearch } from '../search/incident-search.ts'
import { periodFields, periodFilters } from '../search/period.ts'
import type { ChangeSearch } from '../search/use-search.ts'
import classes from './filters.module.css'
import type { useFilterChoices } from './use-filter-choices.ts'

const texts = incidentListTexts.filters

export const FurtherFields = laterPart(async () => (await import('./further-fields.tsx')).FurtherFields)

export interface FiltersProps {
  search: IncidentSearch
  onChange: ChangeSearch
  choices: ReturnType<typeof useFilterChoices>
}

/** Button that opens a popover with the less common filters. */
export function FurtherFilters(props: FiltersProps) {
  const { search } = props
  const [isOpen, setOpen] = useState(false)
  const used = [search.categoryId, search.pointId, search.createdBy, search.tags, search.externalId]
  const periods = periodFields.filter(
    (field) => search[periodFilters[field].from] ?? search[periodFilters[field].until],
  )
  const count = used.flatMap((values) => values ?? []).length + periods.length
  const amount = count > 0 ? ` (${formatNumber(count)})` : ''
  const label = `${texts.more}${amount}`
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={320}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      middlewares={{ flip: true, shift: true, size: true }}
    >
      <Popover.Target>
        <Button
          variant={count > 0 ? 'light' : 'default'}
          className={`${classes.filter} ${classes.more}`}
          aria-label={label}
          title={label}
          onClick={() => setOpen(!isOpen)}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <IconFilter size={16} aria-hidden className={classes.moreIcon} />
          <span className={classes.moreText}>{texts.more}</span>
          {amount}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.more} className={classes.furtherPopover!}>
        <FurtherFields {...props} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

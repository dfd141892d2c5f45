import { IconPlus } from '@tabler/icons-react'
import { SearchMenu } from '../../../kit/menus/search-menu.tsx'
import { incidentFactTexts as texts } from '../../../texts/incident-facts.ts'
import type { FactName, Facts } from './use-facts.ts'

interface AddDetailsProps {
  /** Facts without a value. */
  empty: readonly { fact: FactName; label: string }[]
  facts: Facts
}

/**
 * Menu of the facts without a value. A choice opens the editor of the fact. Renders nothing if every fact has a value.
 */
export function AddDetails({ empty, facts }: AddDetailsProps) {
  if (empty.length === 0) return null
  return (
    <SearchMenu
      label={texts.addDetails}
      searchLabel={texts.findDetail}
      options={empty.map(({ fact, label }) => ({ value: fact, label }))}
      loading={undefined}
      buttonProps={{
        variant: 'subtle',
        color: 'gray',
        c: 'dimmed',
        fw: 500,
        size: 'compact-sm',
        leftSection: <IconPlus size={14} aria-hidden />,
      }}
      onChoose={(fact) => facts.setOpen(fact as FactName, true)}
    >
      {texts.addDetails}
    </SearchMenu>
  )
}

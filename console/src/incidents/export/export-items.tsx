import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { addressOf } from '../../api/call.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import type { IncidentQuery } from '../search/incident-search.ts'
import { listSeparatorOf } from './list-separator.ts'

const texts = incidentListTexts.export

/**
 * Menu items that export the found incidents as CSV. The first item uses the separator that spreadsheets expect in the
 * user's language.
 */
export function ExportItems({ query }: { query: IncidentQuery }) {
  const usual = listSeparatorOf(navigator.language)
  const other = usual === 'comma' ? 'semicolon' : 'comma'
  return ([usual, other] as const).map((separator) => (
    <Menu.Item
      key={separator}
      leftSection={<IconDownload size={16} aria-hidden />}
      component="a"
      href={addressOf('/incidents.csv', { ...query, separator, priorities: 'names' })}
      download
    >
      {separator === usual ? texts.usual : texts.with[separator]}
    </Menu.Item>
  ))
}

import { Text } from '@mantine/core'
import type { RevisionSummary } from '@tocsin/contract/console/configuration-history.ts'
import { configurationPageTexts } from '../texts/configuration-pages.ts'
import { formatInstant } from '../texts/format.ts'

const texts = configurationPageTexts.current

/** Name of the user who published a revision, and time of the publication. */
export function PublishedLine({ revision }: { revision: Pick<RevisionSummary, 'publishedAt' | 'publishedBy'> }) {
  const { publishedAt, publishedBy } = revision
  return (
    <Text span size="sm" c="dimmed">
      {publishedBy ? texts.publishedBy(publishedBy.name) : texts.published}{' '}
      <time dateTime={publishedAt}>{formatInstant(publishedAt)}</time>
    </Text>
  )
}

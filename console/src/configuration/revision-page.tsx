import { useParams } from '@tanstack/react-router'
import { PageHeader } from '../frame/page-header.tsx'
import { configurationTexts } from '../texts/configuration.ts'

export function RevisionPage() {
  const { revision } = useParams({ from: '/staff/administration/configuration/$revision' })
  return <PageHeader title={configurationTexts.revision.title(revision)} />
}

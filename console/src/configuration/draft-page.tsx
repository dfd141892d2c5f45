import { PageHeader } from '../frame/page-header.tsx'
import { configurationTexts } from '../texts/configuration.ts'

export const DraftPage = () => <PageHeader title={configurationTexts.draft.title} />

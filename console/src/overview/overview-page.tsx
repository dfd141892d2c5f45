import { PageHeader } from '../frame/page-header.tsx'
import { overviewTexts } from '../texts/overview.ts'

export const OverviewPage = () => <PageHeader title={overviewTexts.title} />

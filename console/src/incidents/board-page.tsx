import { PageHeader } from '../frame/page-header.tsx'
import { incidentTexts } from '../texts/incidents.ts'

export const BoardPage = () => <PageHeader title={incidentTexts.board.title} />

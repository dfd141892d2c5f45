import { PageHeader } from '../frame/page-header.tsx'
import { incidentTexts } from '../texts/incidents.ts'

export const IncidentListPage = () => <PageHeader title={incidentTexts.list.title} />

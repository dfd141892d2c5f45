import { PageHeader } from '../frame/page-header.tsx'
import { incidentTexts } from '../texts/incidents.ts'

export const IncidentPage = () => <PageHeader title={incidentTexts.detail.title} />

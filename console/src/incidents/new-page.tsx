import { PageHeader } from '../frame/page-header.tsx'
import { incidentTexts } from '../texts/incidents.ts'

export const NewIncidentPage = () => <PageHeader title={incidentTexts.create.title} />

import { PageHeader } from '../frame/page-header.tsx'
import { directoryTexts } from '../texts/directory.ts'

export const LocationsPage = () => <PageHeader title={directoryTexts.locations.title} />

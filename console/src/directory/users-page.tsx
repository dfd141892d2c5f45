import { PageHeader } from '../frame/page-header.tsx'
import { directoryTexts } from '../texts/directory.ts'

export const UsersPage = () => <PageHeader title={directoryTexts.users.title} />

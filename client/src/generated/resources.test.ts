import type { Comment, CreateComment, UpdateComment } from '@tocsin/contract/comment.ts'
import type { CreationConfiguration } from '@tocsin/contract/configuration.ts'
import type { Location, Point, User, WorkflowState } from '@tocsin/contract/directory.ts'
import type { CreateIncident, IncidentResponse } from '@tocsin/contract/incident.ts'
import type { IncidentSortName } from '@tocsin/contract/incident-list.ts'
import type { ListMeta } from '@tocsin/contract/list.ts'
import type { Media, MediaUrls } from '@tocsin/contract/media.ts'
import type { Violation } from '@tocsin/contract/problem.ts'
import { expectTypeOf, test } from 'vitest'
import type { IncidentSortKey } from '../resources/incidents.ts'
import type * as generated from './resources.ts'

test('the types of the package are those of the contract', () => {
  expectTypeOf<generated.CreateIncident>().toEqualTypeOf<CreateIncident>()
  expectTypeOf<generated.Incident>().toEqualTypeOf<IncidentResponse>()
  expectTypeOf<generated.CreateComment>().toEqualTypeOf<CreateComment>()
  expectTypeOf<generated.UpdateComment>().toEqualTypeOf<UpdateComment>()
  expectTypeOf<generated.Comment>().toEqualTypeOf<Comment>()
  expectTypeOf<generated.CreationConfiguration>().toEqualTypeOf<CreationConfiguration>()
  expectTypeOf<generated.Media>().toEqualTypeOf<Media>()
  expectTypeOf<generated.MediaUrls>().toEqualTypeOf<MediaUrls>()
  expectTypeOf<generated.Location>().toEqualTypeOf<Location>()
  expectTypeOf<generated.Point>().toEqualTypeOf<Point>()
  expectTypeOf<generated.User>().toEqualTypeOf<User>()
  expectTypeOf<generated.WorkflowState>().toEqualTypeOf<WorkflowState>()
  expectTypeOf<generated.ListMeta>().toEqualTypeOf<ListMeta>()
  expectTypeOf<IncidentSortKey>().toEqualTypeOf<IncidentSortName>()
  expectTypeOf<generated.Violation>().toEqualTypeOf<Violation>()
})

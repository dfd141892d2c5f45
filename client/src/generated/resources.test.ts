import type { Comment, CreateComment, UpdateComment } from '@tocsin/contract/comment.ts'
import type {
  ConfigurationCategory,
  ConfigurationType,
  CreationConfiguration,
  FieldRules,
  Profile,
} from '@tocsin/contract/configuration.ts'
import type { Location, Point, User, WorkflowState } from '@tocsin/contract/directory.ts'
import type { CreateIncident, IncidentResponse, Priority } from '@tocsin/contract/incident.ts'
import type { ListFilter, ListMeta } from '@tocsin/contract/list.ts'
import type { Media, MediaUrls } from '@tocsin/contract/media.ts'
import type { ProblemCode, ProblemDetails, Violation, ViolationCode } from '@tocsin/contract/problem.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { expectTypeOf, test } from 'vitest'
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
  expectTypeOf<generated.Violation>().toEqualTypeOf<Violation>()
  expectTypeOf<generated.ConfigurationCategory>().toEqualTypeOf<ConfigurationCategory>()
  expectTypeOf<generated.ConfigurationType>().toEqualTypeOf<ConfigurationType>()
  expectTypeOf<generated.FieldRules>().toEqualTypeOf<FieldRules>()
  expectTypeOf<generated.Profile>().toEqualTypeOf<Profile>()
  expectTypeOf<generated.Priority>().toEqualTypeOf<Priority>()
  expectTypeOf<generated.ListFilter>().toEqualTypeOf<ListFilter>()
  expectTypeOf<generated.ProblemCode>().toEqualTypeOf<ProblemCode>()
  expectTypeOf<generated.ProblemDetails>().toEqualTypeOf<ProblemDetails>()
  expectTypeOf<generated.ViolationCode>().toEqualTypeOf<ViolationCode>()
  expectTypeOf<generated.Instant>().toEqualTypeOf<Instant>()
  expectTypeOf<generated.Uuid>().toEqualTypeOf<Uuid>()
})

import { z } from 'zod';
import { sqlClient } from '#db/client';
import { auditLine } from '#lib/auth/audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { AppError } from '#lib/errors';
import { textField } from '#lib/fields';
import { validationError } from '#lib/http/respond';
import {
  defaultFace,
  forgetRailFaces,
  listRailFaces,
  type RailFace,
  railFace,
  refreshRailFaces,
} from '#lib/rails/rail-faces';
import { railDefinitions } from '#lib/rails/registry';
import { DrawingFault, safeSvg } from '#lib/rails/safe-svg';

const logoField = z.string('The logo must be the text of an SVG file.').transform((text, check): string => {
  try {
    return safeSvg(text);
  } catch (error) {
    if (!(error instanceof DrawingFault)) throw error;
    check.addIssue({ code: 'custom', message: error.message, params: { code: 'invalid_logo' } });
    return z.NEVER;
  }
});

export const faceChange = z.object({
  name: textField(40).transform((name) => name.trim()),
  colour: z
    .string('The colour must be a string.')
    .regex(/^#[0-9a-fA-F]{6}$/, 'The colour must have the form #1a2b3c.')
    .transform((colour) => colour.toLowerCase()),
  /** Left out: as it is. Null: none. */
  logo: logoField.nullable().optional(),
});

/**
 * Gives a rail the name, the colour and the logo that people are shown; every server does so within two seconds. What
 * was written before keeps the name that it had. Throws `NOT_FOUND`, and `VALIDATION_ERROR` for a name of another rail.
 */
export async function changeFace(
  ctx: UserContext,
  provider: string,
  change: z.output<typeof faceChange>,
): Promise<RailFace> {
  if (!railDefinitions.some(({ traits }) => traits.provider === provider)) {
    throw new AppError('NOT_FOUND', 'There is no such rail.');
  }
  forgetRailFaces();
  await requireOwnName(provider, change.name);
  const before = railFace(provider);
  const { name, colour, logo } = change;
  const sql = sqlClient();
  const entry = {
    action: 'rail.face_changed',
    subjectId: provider,
    before: { name: before.name, colour: before.colour, logo: before.logo },
    after: sql`(select jsonb_build_object('name', name, 'colour', colour, 'logo', logo is not null) from changed)`,
  };
  try {
    await sql`
      with changed as (
        insert into rail_faces (provider, name, colour, logo, updated_at, updated_by_name)
        values (${provider}, ${name}, ${colour}, ${logo ?? null}, ${ctx.now().toISOString()}, ${ctx.user.name})
        on conflict (provider) do update
        set name = excluded.name, colour = excluded.colour, updated_at = excluded.updated_at,
            updated_by_name = excluded.updated_by_name,
            logo = case when ${logo === undefined} then rail_faces.logo else excluded.logo end
        returning name, colour, logo
      )
      ${auditLine(ctx, entry, sql`from changed`)}`;
  } catch (error) {
    if ((error as { constraint_name?: unknown }).constraint_name === 'rail_faces_name') throw nameTaken(name);
    throw error;
  }
  forgetRailFaces();
  await refreshRailFaces();
  return railFace(provider);
}

/** Neither the present name of another rail, nor what it would be called by default, nor any rail's value. */
async function requireOwnName(provider: string, name: string): Promise<void> {
  const others = (await listRailFaces()).filter((each) => each.provider !== provider);
  const taken = others.flatMap((each) => [each.name, each.provider, defaultFace(each.provider).name]);
  if (taken.some((each) => each.toLowerCase() === name.toLowerCase())) throw nameTaken(name);
}

function nameTaken(name: string): AppError {
  return validationError([
    { path: 'name', message: `Another rail is called ${name}. Choose another name.`, code: 'name_taken' },
  ]);
}

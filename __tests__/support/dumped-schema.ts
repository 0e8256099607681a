/** Everything that a database knows of the schema of a store, one line each, without what Kysely notes for itself. */
import { type Kysely, sql } from "kysely";
import { hasRowLocks } from "../../src/service/store/sql/row-locks.js";

/** SQLite keeps the text of statements, so this looks at what it made of them; names of constraints are only in there. */
const OF_SQLITE = sql<Line>`
  select 'table ' || tables.name || ' column ' || cid || ' ' || columns.name || ' ' || columns.type || ' not null ' || "notnull"
    || ' default ' || coalesce(dflt_value, 'none') || ' key ' || pk as line
  from sqlite_master as tables, pragma_table_info(tables.name) as columns where tables.type = 'table'
  union all
  select 'table ' || tables.name || ' column ' || "from" || ' refers to ' || "table" || ' ' || "to"
    || ' update ' || on_update || ' delete ' || on_delete
  from sqlite_master as tables, pragma_foreign_key_list(tables.name) where tables.type = 'table'
  union all
  select 'table ' || tables.name || ' index ' || indexes.name || ' unique ' || "unique" || ' of ' || origin || ' column '
    || seqno || ' ' || parts.name || ' ' || replace(coalesce(
      (select substr(sql, instr(sql, ')') + 1) from sqlite_master where name = indexes.name), ''), '"', '')
  from sqlite_master as tables, pragma_index_list(tables.name) as indexes, pragma_index_info(indexes.name) as parts
  where tables.type = 'table'`;

const OF_POSTGRES = sql<Line>`
  select 'table ' || relname || ' column ' || attnum || ' ' || attname || ' ' || format_type(atttypid, atttypmod)
    || ' not null ' || attnotnull || ' default ' || coalesce(pg_get_expr(adbin, adrelid), 'none') as line
  from pg_attribute join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
  union all
  select 'table ' || relname || ' constraint ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
  from pg_constraint join pg_class on pg_class.oid = conrelid where relnamespace = current_schema()::regnamespace
  union all
  select 'table ' || tablename || ' index ' || indexname || ' ' || indexdef
  from pg_indexes where schemaname = current_schema()`;

interface Line {
  readonly line: string;
}

export async function dumpedSchema<Tables>(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await (hasRowLocks(db) ? OF_POSTGRES : OF_SQLITE).execute(db);
  return rows
    .map(({ line }) => line.replaceAll(/\s+/g, " ").trim())
    .filter((line) => !line.startsWith("table kysely_"))
    .toSorted();
}

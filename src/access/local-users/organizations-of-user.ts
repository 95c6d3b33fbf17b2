/** SQL of the slugs of the organizations of the local user `u`. */
export const ORGANIZATIONS_OF_USER = `
  ARRAY(SELECT o.slug
          FROM registry_member m
          JOIN registry_organization o ON o.id = m.org_id
         WHERE m.username_key = u.username_key
         ORDER BY o.slug_key)`;

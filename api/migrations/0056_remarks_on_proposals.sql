-- Why a proposal was refused or withdrawn, or what was said to its approval: whoever proposed it reads it beside how it ended.
alter table proposals add column remark text;

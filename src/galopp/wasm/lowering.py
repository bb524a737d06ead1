"""From kernels to an object file for WebAssembly.

numba types the kernels and lowers them to LLVM's language as ever, and is stopped there: nothing is
optimised for this machine yet. In that language pointers are untyped, so it does not say how wide
they are; given the data layout of WebAssembly, LLVM makes 32-bit code of it. (Optimised, it would
not do: by then the offsets into numba's own structures are those of 64-bit pointers.) A Python
integer stays 64 bits wide, as it is here.

This reaches into numba where it promises nothing, and spoils it for everything else.
"""

import re
from typing import Any, TypeAlias

import llvmlite.binding as llvm
import numba
from numba.core import codegen, cpu
from numba.core.compiler_lock import global_compiler_lock

from galopp.core.kernel import njit
from galopp.wasm.entries import Entry

Module: TypeAlias = Any  # LLVM's; llvmlite ships no types

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"  # in browsers since 2020

# A function of C's around one of numba's, which returns a status and writes what it found. No
# kernel raises; if one did (a division by zero), the module stops rather than going on.
AROUND = """
declare i32 @"{native}"({kinds})
declare void @llvm.trap()
define {gives} @{name}({parameters}) {{
  %result = alloca {kept}
  %error = alloca ptr
  %status = call i32 @"{native}"({arguments})
  %bad = icmp ne i32 %status, 0
  br i1 %bad, label %stop, label %fine
stop:
  call void @llvm.trap()
  unreachable
fine:
  {give}
}}
"""
# A root is an instruction.
RUNTIME = """
declare double @llvm.sqrt.f64(double)
define linkonce_odr double @sqrt(double %of) alwaysinline {
  %root = call double @llvm.sqrt.f64(double %of)
  ret double %root
}
"""
LATER_STEPS = (  # of numba, after it has lowered a function
    (codegen.CPUCodeLibrary, "_optimize_functions"),
    (codegen.CPUCodeLibrary, "_optimize_final_module"),
    (codegen.JITCodeLibrary, "_finalize_specific"),
    (codegen.JITCPUCodegen, "_add_module"),
)
OF_THIS_MACHINE = re.compile(r"^(target (triple|datalayout)|source_filename).*$", re.MULTILINE)
FOR_THIS_PROCESSOR = re.compile(r'"target-(cpu|features)"="[^"]*"')
# What raises ends the module where it stands: so nobody has to ask whether what they called did.
RAISES = re.compile(r"^( *)ret i32 1$", re.MULTILINE)
STOPS = r"\1call void @llvm.trap()\n\1unreachable"
# Memory is the page's: nothing is ever freed, so nobody has to count who refers to it, which takes
# as long as all else. A count left in would be noticed: it needs what frees (`Unfinished`).
COUNTS = re.compile(r"^ *call void @NRT_(in|de)cref\(.*\)\n", re.MULTILINE)
INLINED = 225  # LLVM's measure of a function that may be copied to its callers; here usually 250
# Loops are unrolled only where nothing is left of the loop, and up to this size: that brings nearly
# all of the speed, and LLVM's usual way, which also unrolls in part, would make modules too large.
UNROLLED = (
    *("-unroll-runtime=false", "-unroll-allow-partial=false", "-unroll-allow-peeling=false"),
    "-unroll-threshold=160",  # usually 300
)
KINDS = {numba.int32: "i32", numba.uint64: "i64", numba.float64: "double", numba.void: "void"}


class Unfinished(Exception):
    """The module needs something that no page has, such as a C library."""


def object_of(entries: dict[str, Entry]) -> bytes:
    """An object file with these entries."""
    _stop_after_lowering()
    return _compiled(_lowered(entries), set(entries))


def _stop_after_lowering() -> None:
    def nothing(*_: Any, **__: Any) -> None:
        return None

    for part, step in LATER_STEPS:
        setattr(part, step, nothing)
    # numba wants something to call, though nobody will.
    setattr(cpu.CPUContext, "get_executable", lambda *_: [].append)  # noqa: B010  # it is a method


@global_compiler_lock  # type: ignore[untyped-decorator]  # numba's
def _lowered(entries: dict[str, Entry]) -> Module:
    """All entries in one module, as numba wrote it."""
    module = llvm.parse_assembly("")
    for name, (function, signature) in entries.items():
        kernel = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
        kernel.compile(signature)
        (result,) = kernel.overloads.values()
        lowered = result.library._get_module_for_linking().clone()
        around = _around(name, result.fndesc.llvm_func_name, lowered, KINDS[signature.return_type])
        module.link_in(llvm.parse_assembly(around))  # first: only what is asked for is linked in
        module.link_in(lowered)
    return module


def _around(name: str, native: str, lowered: Module, gives: str) -> str:
    kinds = [str(argument.type) for argument in lowered.get_function(native).arguments][2:]
    named = [f"{kind} %a{n}" for n, kind in enumerate(kinds)]
    give = f"%given = load {gives}, ptr %result\n  ret {gives} %given"
    return AROUND.format(
        name=name,
        native=native,
        gives=gives,
        kept="ptr" if gives == "void" else gives,  # numba's None, which nobody reads
        kinds=", ".join(["ptr", "ptr", *kinds]),
        parameters=", ".join(named),
        arguments=", ".join(["ptr %result", "ptr %error", *named]),
        give="ret void" if gives == "void" else give,
    )


def _compiled(lowered: Module, names: set[str]) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    for option in UNROLLED:
        llvm.set_option("", option)
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static")
    text = FOR_THIS_PROCESSOR.sub("", OF_THIS_MACHINE.sub("", str(lowered)))
    module = llvm.parse_assembly(RAISES.sub(STOPS, COUNTS.sub("", text)))
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    module.link_in(llvm.parse_assembly(RUNTIME))
    _keep_to_itself(module, names)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_unrolling = True
    options.inlining_threshold = INLINED
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    _merge_what_is_alike(module, llvm.create_pass_builder(machine, options))
    module.verify()
    _refuse_what_is_missing(module)
    made: bytes = machine.emit_object(module)
    return made


def _merge_what_is_alike(module: Module, builder: Any) -> None:
    """numba compiles a verb anew for each kernel that it is called from: once is enough."""
    manager = llvm.create_new_module_pass_manager()
    manager.add_merge_functions_pass()
    manager.add_global_dead_code_eliminate_pass()
    manager.run(module, builder)


def _keep_to_itself(module: Module, names: set[str]) -> None:
    """Everything but the entries may be inlined, and thrown away where nobody asks for it."""
    for function in module.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"


def _refuse_what_is_missing(module: Module) -> None:
    every = (*module.functions, *module.global_variables)
    asked = {each.name for each in every if each.is_declaration}
    if missing := sorted(name for name in asked if not name.startswith("llvm.")):
        raise Unfinished(f"kernels need what no page has: {', '.join(missing)}")
